/**
 * Makes the text of a file that deploys agents on other machines: a Dockerfile, Kubernetes manifests or a systemd unit. Its
 * first lines are instructions, as comments.
 */
import { portOf } from '../../contracts/agent.ts'
import { type PlainValue, yamlText } from '../../presentation/painters/yaml-text.ts'

/** The ways to deploy agents. */
export const deployKinds = ['docker', 'kubernetes', 'systemd'] as const
export type DeployKind = (typeof deployKinds)[number]

/** The agents to deploy, and the tool for it. */
export interface DeployOrder {
  readonly kind: DeployKind
  /** Number of agents, at most one per host. */
  readonly count: number
  /** Used for Kubernetes only: `job` gives each agent a stable name, `deployment` restarts agents that end. */
  readonly as: 'job' | 'deployment'
  /** Version of Headroom, which is part of the names of bundle and image. */
  readonly version: string
}

const port = portOf(':7443')
/** Name of the program, the image, the service and the Kubernetes objects. */
const name = 'headroom-agent'
// Folders on an agent's machine: the unpacked bundle, its certificate and token, and its state.
const bundleFolder = `/opt/${name}`
const credentialsFolder = `/etc/${name}`
const stateFolder = `/var/lib/${name}`

/** Debian 12 packages with the libraries that librdkafka and Node link against. The bundle contains everything else. */
const debianPackages = 'ca-certificates libssl3 libzstd1 zlib1g libstdc++6'

/** Shell commands that create a certificate, its key and a token in the current folder. */
const makeCredentials = [
  `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=${name} -keyout tls.key -out tls.crt`,
  'openssl rand -base64 32 > token',
]
const showFingerprint = 'openssl x509 -in tls.crt -noout -fingerprint -sha256'

/** Returns the text of the file. Its comments are the instructions. */
export function deployText(order: DeployOrder): string {
  if (order.kind === 'docker') return dockerText(order)
  return order.kind === 'systemd' ? systemdText(order) : kubernetesText(order)
}

function comment(lines: readonly string[]): string {
  return `${lines.map((line) => (line === '' ? '#' : `# ${line}`)).join('\n')}\n`
}

/** Command-line arguments of the agent. */
function agentArguments(): string[] {
  return [
    ...['--listen', `0.0.0.0:${port}`, '--state-dir', stateFolder],
    ...['--tls-cert', `${credentialsFolder}/tls.crt`, '--tls-key', `${credentialsFolder}/tls.key`],
    ...['--token-file', `${credentialsFolder}/token`],
  ]
}

function bundleName(version: string): string {
  return `${name}-${version}-linux-x64.tar.gz`
}

function dockerText({ count, version }: DeployOrder): string {
  const run = `docker run -d --init --ulimit core=0 --restart unless-stopped -v "$PWD":${credentialsFolder}:ro -p 7443:${port} ${name}:${version}`
  const head = comment([
    `Dockerfile of a Headroom agent ${version}.`,
    '1. Make the bundle in the repository: npm run agent:bundle. Copy it to the folder of this file.',
    `2. docker build -t ${name}:${version} .`,
    '3. Once, in a folder that only you can read, one certificate and token for all agents:',
    ...makeCredentials.map((line) => `     ${line}`),
    `4. On each of ${count} hosts, in a copy of that folder (one agent per host: agents on one host share its cores):`,
    `     ${run}`,
    '   The user 10001 of the image must be able to read tls.key and token.',
    `5. The fingerprint for --agent HOST:7443#FINGERPRINT: ${showFingerprint}`,
  ])
  return `${head}FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends ${debianPackages} && rm -rf /var/lib/apt/lists/*
ADD ${bundleName(version)} /opt/
RUN useradd --uid 10001 --home-dir ${stateFolder} --create-home agent
USER 10001
EXPOSE ${port}
STOPSIGNAL SIGTERM
ENTRYPOINT ["${bundleFolder}/${name}"]
CMD ${JSON.stringify(agentArguments())}
`
}

function systemdText({ count, version }: DeployOrder): string {
  const head = comment([
    `systemd unit of a Headroom agent ${version}: /etc/systemd/system/${name}.service, on each of ${count} hosts.`,
    `1. Make the bundle in the repository: npm run agent:bundle. On each host: tar -xzf ${bundleName(version)} -C /opt`,
    `   Debian 12 also needs: ${debianPackages}`,
    `2. Once, one certificate and token for all agents. Copy them to ${credentialsFolder} on each host, readable by root only:`,
    ...makeCredentials.map((line) => `     ${line}`),
    `3. systemctl daemon-reload && systemctl enable --now ${name}`,
    `4. The fingerprint for --agent HOST:7443#FINGERPRINT: ${showFingerprint}`,
  ])
  // systemd replaces %d with the folder of the credentials that it loads below.
  const words = agentArguments().map((word) => word.replace(credentialsFolder, '%d'))
  return `${head}[Unit]
Description=Headroom agent
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${bundleFolder}/${name} ${words.join(' ')}
LoadCredential=tls.crt:${credentialsFolder}/tls.crt
LoadCredential=tls.key:${credentialsFolder}/tls.key
LoadCredential=token:${credentialsFolder}/token
DynamicUser=yes
StateDirectory=${name}
Restart=on-failure
# Lets a run finish its clean-up first: up to 20 s.
TimeoutStopSec=30
KillMode=mixed
LimitNOFILE=65536
# A core file would have the cluster's password in it.
LimitCORE=0
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
`
}

function kubernetesText(order: DeployOrder): string {
  const { count, version, as } = order
  const addresses =
    as === 'job'
      ? [
          `Agents are ${name}-0.${name}:${port} to ${name}-${count - 1}.${name}:${port} from inside the namespace.`,
          'They stop when the Job finishes or is deleted: kubectl delete job headroom-agent',
        ]
      : [`Agents are reached by the addresses of their pods: kubectl get pods -l app=${name} -o wide`]
  const head = comment([
    `${count} Headroom agents ${version} on Kubernetes, one per node.`,
    '1. Make the image as "headroom agent deploy --for docker" says, push it, and put its name into "image" below.',
    '2. Once, one certificate and token for all agents:',
    ...makeCredentials.map((line) => `     ${line}`),
    `     kubectl create secret generic ${name} --from-file=tls.crt --from-file=tls.key --from-file=token`,
    '3. Set cpu and memory below to what a node can spare. The probe of an agent measures what it gets.',
    '4. kubectl apply -f THIS-FILE',
    `5. The fingerprint for --agent HOST:${port}#FINGERPRINT: ${showFingerprint}`,
    ...addresses,
  ])
  return `${head}${yamlText(headlessService())}---\n${yamlText(as === 'job' ? indexedJob(order) : deployment(order))}`
}

const labels = { app: name }

function headlessService(): PlainValue {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels },
    spec: { clusterIP: 'None', selector: labels, ports: [{ name: 'agent', port, targetPort: port, protocol: 'TCP' }] },
  }
}

/** An indexed Job gives every agent a stable host name, such as `headroom-agent-3.headroom-agent`. */
function indexedJob(order: DeployOrder): PlainValue {
  const { count } = order
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      completionMode: 'Indexed',
      completions: count,
      parallelism: count,
      backoffLimit: count,
      template: podTemplate(order, { subdomain: name, restartPolicy: 'OnFailure' }),
    },
  }
}

function deployment(order: DeployOrder): PlainValue {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas: order.count,
      selector: { matchLabels: labels },
      template: podTemplate(order, { restartPolicy: 'Always' }),
    },
  }
}

function podTemplate({ version }: DeployOrder, extra: Readonly<Record<string, PlainValue>>): PlainValue {
  const resourceAmount = { cpu: '4', memory: '4Gi' }
  return {
    metadata: { labels },
    spec: {
      ...extra,
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 30,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 },
      affinity: {
        podAntiAffinity: {
          // Two agents on one node would share its cores and its network.
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
          ],
        },
      },
      containers: [
        {
          name: 'agent',
          image: `${name}:${version}`,
          args: agentArguments(),
          ports: [{ name: 'agent', containerPort: port, protocol: 'TCP' }],
          readinessProbe: { tcpSocket: { port } },
          resources: { requests: resourceAmount, limits: resourceAmount },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          volumeMounts: [
            { name: 'credentials', mountPath: credentialsFolder, readOnly: true },
            { name: 'state', mountPath: stateFolder },
          ],
        },
      ],
      volumes: [
        { name: 'credentials', secret: { secretName: name, defaultMode: 0o440 } },
        { name: 'state', emptyDir: {} },
      ],
    },
  }
}
