import type { HardwareOffering, Offering } from '../../../contracts/offering.ts'
import type { Deployment } from '../../../contracts/scenario.ts'
import type { Option } from '../../components/option-list.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { FormProps } from './entry-group.tsx'
import { FormField } from './form-field.tsx'

const lengthOptions: readonly Option[] = [
  { value: null, label: 'sustained' },
  { value: 'short', label: 'shorter than bursts' },
]
const hostOptions: readonly Option[] = [
  { value: null, label: 'as in the tier' },
  { value: 'own', label: 'your own' },
]

/** The fields for hosts and volumes of brokers; nothing if the offering is not modelled by the hardware of brokers. */
export function HostFields({ editor, dispatch, offering }: FormProps & { readonly offering: Offering }) {
  if (offering.model !== 'broker-hardware') return null
  const { deployment } = editor.scenario
  const { host, volume, isShort } = deployment
  return (
    <>
      <ChoiceField
        place="deployment.host"
        label="Hosts"
        value={host === undefined ? undefined : 'own'}
        options={hostOptions}
        dispatch={(action) =>
          dispatch(
            action.type === 'chosen' && action.value !== undefined
              ? { ...action, value: initialOwnHost(offering, deployment) }
              : action,
          )
        }
      />
      {host === undefined ? null : <OwnHostFields editor={editor} dispatch={dispatch} />}
      {host === undefined ? (
        <ChoiceField
          place="deployment.volume"
          label="Volumes"
          value={volume?.type}
          options={volumeOptions(offering)}
          dispatch={(action) => {
            if (action.type !== 'chosen' || action.value === undefined) return dispatch(action)
            dispatch({ ...action, value: { count: 1, ...volume, type: action.value } })
          }}
        />
      ) : null}
      {host === undefined && volume !== undefined ? <VolumeFields editor={editor} dispatch={dispatch} /> : null}
      {editor.scenario.workload.topics.some(({ flushMessages }) => flushMessages !== undefined) ? (
        <>
          <FormField editor={editor} dispatch={dispatch} place="deployment.diskSyncMs" />
          <FormField editor={editor} dispatch={dispatch} place="deployment.ioThreads" />
        </>
      ) : null}
      {editor.scenario.workload.topics.some(({ replicationFactor }) => replicationFactor > 1) ? (
        <FormField editor={editor} dispatch={dispatch} place="deployment.brokerRoundTripMs" />
      ) : null}
      <ChoiceField
        place="deployment.isShort"
        label="Duration of the load"
        value={isShort === true ? 'short' : undefined}
        options={lengthOptions}
        dispatch={(action) =>
          dispatch(action.type === 'chosen' && action.value !== undefined ? { ...action, value: true } : action)
        }
      />
    </>
  )
}

function OwnHostFields(props: FormProps) {
  return (
    <>
      <FormField {...props} place="deployment.host.cores" />
      <FormField {...props} place="deployment.host.coreSpeed" />
      <FormField {...props} place="deployment.host.networkBytesPerSec" />
      <FormField {...props} place="deployment.host.networkOutBytesPerSec" />
      <FormField {...props} place="deployment.host.storageBytesPerSec" />
      <FormField {...props} place="deployment.host.storageBytes" />
      <FormField {...props} place="deployment.host.memoryBytes" />
    </>
  )
}

function VolumeFields(props: FormProps) {
  return (
    <>
      <FormField {...props} place="deployment.volume.count" />
      <FormField {...props} place="deployment.volume.sizeBytes" />
      <FormField {...props} place="deployment.volume.throughputBytesPerSec" />
    </>
  )
}

function volumeOptions({ hardware }: HardwareOffering): Option[] {
  const usual = hardware.volumes.find(({ id }) => id === hardware.defaultVolume)
  const none = usual === undefined ? 'not stated' : `1 x ${usual.name}`
  return [{ value: null, label: none }, ...hardware.volumes.map(({ id, name }) => ({ value: id, label: name }))]
}

/** The first values of the fields for the user's own host: those of the chosen tier, or else of the first host. */
export function initialOwnHost({ hardware }: HardwareOffering, { tier }: Deployment): NonNullable<Deployment['host']> {
  const template = hardware.hosts.find(({ id }) => id === tier) ?? hardware.hosts[0]
  if (template === undefined) return { cores: 1 }
  const { cores, network, volumeBandwidth, localDisks, memoryBytes } = template
  const storageBytesPerSec = localDisks?.writeBytesPerSec ?? volumeBandwidth?.sustainedBytesPerSec
  return {
    cores,
    ...(network === undefined ? {} : { networkBytesPerSec: network.sustainedBytesPerSec }),
    ...(storageBytesPerSec === undefined ? {} : { storageBytesPerSec }),
    ...(localDisks?.capacityBytes === undefined ? {} : { storageBytes: localDisks.capacityBytes }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  }
}
