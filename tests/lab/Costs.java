import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Mode costs: what a load costs brokers in processor time, by their threads, and how many requests they served.
 *
 * `producers` clients send `perSec` records/s of `bytes` bytes together at even distances to random ones of `partitions`
 * partitions, after one large record of each client to each. `sockets` connections are open and silent. `waiting` consumers wait for records of
 * partitions 0, 1, ... of `silent`, a topic that receives no records. `pids` are the processes of the brokers.
 */
final class Costs {
  /** Threads of brokers by the first letters of their names, of which Linux keeps 15. */
  private static final Map<String, String> groups = Map.of(
      "data-plane-kafk", "requests", "ReplicaFetcherT", "fetchers", "C1 CompilerThre", "compiler", "RMI TCP Connect", "observer",
      "RMI Scheduler", "observer", "JMX server conn", "observer", "Attach Listener", "observer");
  private static final String[] counted = {"Produce", "FetchConsumer", "FetchFollower"};

  /** Processor time of each thread in ns by process and thread, and the counts of the brokers' requests. */
  record Reading(long atNs, Map<String, Long> threadNs, Map<String, String> groupOf, Map<String, Double> requests) {}

  static void measure() throws Exception {
    String servers = LabClient.take("servers", null), topic = LabClient.take("topic", null);
    String[] pids = LabClient.take("pids", null).split(",");
    int partitions = LabClient.takeInt("partitions", 1), clients = LabClient.takeInt("producers", 1);
    int perSec = LabClient.takeInt("perSec", 0), bytes = LabClient.takeInt("bytes", 200);
    int sockets = LabClient.takeInt("sockets", 0), waiting = LabClient.takeInt("waiting", 0);
    int warmMs = LabClient.takeInt("warmMs", 6_000), measureMs = LabClient.takeInt("measureMs", 10_000);
    String silent = LabClient.take("silent", null);
    List<MBeanServerConnection> observed = new ArrayList<>();
    for (String pid : pids) observed.add(observe(pid));
    openSockets(servers, sockets);
    for (int index = 0; index < waiting; index++) waitForRecords(servers, new TopicPartition(silent, index));
    List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();
    double touchUs = 0;
    AtomicLong acknowledged = new AtomicLong();
    if (perSec > 0) {
      LabClient.setting("metrics.sample.window.ms", String.valueOf(measureMs / 5));
      LabClient.setting("metrics.num.samples", "5");
      for (int index = 0; index < clients; index++) producers.add(LabClient.producer(servers));
      Reading untouched = read(pids, observed);
      touch(producers, topic, partitions);
      touchUs = usOf("requests", untouched, read(pids, observed)) / partitions;
      for (KafkaProducer<byte[], byte[]> each : producers)
        sendEvenly(each, new Load(topic, partitions, bytes, (double) perSec / clients), acknowledged);
    }
    Thread.sleep(warmMs);
    read(pids, observed);
    Reading before = read(pids, observed);
    long records = acknowledged.get();
    Thread.sleep(measureMs);
    records = acknowledged.get() - records;
    double batchBytes = mean(producers, "batch-size-avg");
    Reading after = read(pids, observed);
    Map<String, Double> figures = figuresOf(before, after, records, batchBytes);
    figures.put("touchUs", touchUs);
    LabClient.print(figures);
  }

  /** More than a broker appends to a segment until it makes the first entry in its indexes (`index.interval.bytes`). */
  private static final int touchBytes = 5_000;

  /**
   * Writes to each partition as often as there are producers. A broker makes the two indexes of a segment with the first
   * append after `touchBytes`, and keeps a state of each producer.
   */
  private static void touch(List<KafkaProducer<byte[], byte[]>> producers, String topic, int partitions) {
    for (KafkaProducer<byte[], byte[]> each : producers) {
      for (int partition = 0; partition < partitions; partition++)
        each.send(new ProducerRecord<>(topic, partition, null, new byte[touchBytes]));
      each.flush();
    }
  }

  private static double usOf(String group, Reading before, Reading after) {
    double ns = 0;
    for (var thread : after.threadNs.entrySet())
      if (group.equals(after.groupOf.get(thread.getKey())))
        ns += thread.getValue() - before.threadNs.getOrDefault(thread.getKey(), 0L);
    return ns / 1e3;
  }

  private record Load(String topic, int partitions, int bytes, double perSec) {}

  private static void sendEvenly(KafkaProducer<byte[], byte[]> own, Load load, AtomicLong acknowledged) {
    Thread thread = new Thread(() -> {
      byte[] value = new byte[load.bytes];
      long startNs = System.nanoTime();
      for (long sent = 0; ; sent++) {
        long waitNs = startNs + (long) (sent * 1e9 / load.perSec) - System.nanoTime();
        if (waitNs > 0) LockSupport.parkNanos(waitNs);
        int partition = ThreadLocalRandom.current().nextInt(load.partitions);
        own.send(new ProducerRecord<>(load.topic, partition, null, value), (metadata, failed) -> {
          if (failed == null) acknowledged.incrementAndGet();
        });
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  private static void waitForRecords(String servers, TopicPartition partition) {
    Map<String, Object> given = Map.of("bootstrap.servers", servers, "enable.metrics.push", "false");
    Thread thread = new Thread(() -> {
      var consumer = new KafkaConsumer<byte[], byte[]>(given, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      consumer.assign(List.of(partition));
      consumer.seekToEnd(List.of(partition));
      while (true) consumer.poll(Duration.ofSeconds(1));
    });
    thread.setDaemon(true);
    thread.start();
  }

  private static final List<SocketChannel> open = new ArrayList<>();

  private static void openSockets(String servers, int count) throws IOException {
    String[] first = servers.split(",")[0].split(":");
    for (int index = 0; index < count; index++)
      open.add(SocketChannel.open(new InetSocketAddress(first[0], Integer.parseInt(first[1]))));
  }

  static MBeanServerConnection observe(String pid) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(pid);
    String address = machine.startLocalManagementAgent();
    machine.detach();
    return JMXConnectorFactory.connect(new JMXServiceURL(address)).getMBeanServerConnection();
  }

  static Reading read(String[] pids, List<MBeanServerConnection> observed) throws Exception {
    Map<String, Double> requests = new HashMap<>();
    for (MBeanServerConnection each : observed)
      for (String name : counted) {
        ObjectName pattern = new ObjectName("kafka.network:type=RequestMetrics,name=RequestsPerSec,request=" + name + ",*");
        for (ObjectName found : each.queryNames(pattern, null))
          requests.merge(name, ((Number) each.getAttribute(found, "Count")).doubleValue(), Double::sum);
      }
    Map<String, Long> threadNs = new HashMap<>();
    Map<String, String> groupOf = new HashMap<>();
    for (String pid : pids)
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc", pid, "task"))) {
        for (Path thread : threads) {
          try {
            String name = Files.readString(thread.resolve("comm")).trim();
            threadNs.put(thread.toString(), Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]));
            groupOf.put(thread.toString(), groups.getOrDefault(name, "other"));
          } catch (IOException ended) {
            // Nothing is known of a thread that ended while it was read.
          }
        }
      }
    return new Reading(System.nanoTime(), threadNs, groupOf, requests);
  }

  static Map<String, Double> figuresOf(Reading before, Reading after, long records, double batchBytes) {
    double seconds = (after.atNs - before.atNs) / 1e9;
    Map<String, Double> figures = new TreeMap<>();
    for (String group : List.of("requests", "fetchers", "compiler", "observer", "other")) figures.put(group + "Cores", 0.0);
    after.threadNs.forEach((thread, ns) -> {
      double cores = (ns - before.threadNs.getOrDefault(thread, 0L)) / 1e9 / seconds;
      figures.merge(after.groupOf.get(thread) + "Cores", cores, Double::sum);
    });
    for (String name : counted) {
      double count = after.requests.getOrDefault(name, 0.0) - before.requests.getOrDefault(name, 0.0);
      figures.put(name.substring(0, 1).toLowerCase() + name.substring(1) + "PerSec", count / seconds);
    }
    figures.put("seconds", seconds);
    figures.put("recordsPerSec", records / seconds);
    figures.put("batchBytes", batchBytes);
    return figures;
  }

  private static double mean(List<KafkaProducer<byte[], byte[]>> producers, String metric) {
    double sum = 0;
    for (KafkaProducer<byte[], byte[]> each : producers) sum += LabClient.total(List.of(each), metric, "producer-metrics");
    return producers.isEmpty() ? 0 : sum / producers.size();
  }
}
