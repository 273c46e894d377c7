import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The laboratory's Java client. Arguments: a mode, then settings as name=value. The last line on stdout is one JSON object
 * of numbers. Settings of a producer are given with their own names (acks=all, linger.ms=0).
 *
 * topic: creates `topic` with `partitions`, `replicas` and the settings that are left. remove: deletes it. broker: sets a setting of all
 * brokers. senders: `senders` threads send one record after another and wait for each; `shared=1`: over one producer;
 * `keyed=1`: to a partition at random, as by many keys. flood:
 * one thread sends without waiting, with `keys` distinct keys, flat out or `perSec` records/s. quota: sets the quota `name` of
 * every user without one of its own to `value`, or removes it if that is 0. transactions and paced: see
 * Transactions.java. latency: see Latency.java. costs: see Costs.java. fill and
 * behind: see Behind.java.
 */
public final class LabClient {
  private static final Map<String, String> settings = new HashMap<>();

  public static void main(String[] args) throws Exception {
    for (String word : Arrays.asList(args).subList(1, args.length)) {
      int at = word.indexOf('=');
      settings.put(word.substring(0, at), word.substring(at + 1));
    }
    switch (args[0]) {
      case "topic" -> createTopic();
      case "remove" -> removeTopic();
      case "broker" -> setOnBrokers();
      case "senders" -> sendAndWait();
      case "flood" -> flood();
      case "quota" -> setQuota();
      case "transactions" -> Transactions.commitOneByOne();
      case "paced" -> Transactions.paced();
      case "latency" -> Latency.evenlyPaced();
      case "costs" -> Costs.measure();
      case "fill" -> Behind.fill();
      case "behind" -> Behind.read();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(0);
  }

  static String take(String name, String otherwise) {
    String value = settings.remove(name);
    return value == null ? otherwise : value;
  }

  static void setting(String name, String value) {
    settings.put(name, value);
  }

  static int takeInt(String name, int otherwise) {
    return Integer.parseInt(take(name, String.valueOf(otherwise)));
  }

  private static void createTopic() throws Exception {
    String servers = take("servers", null), name = take("topic", null);
    int partitions = takeInt("partitions", 1), replicas = takeInt("replicas", 1);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      NewTopic topic = new NewTopic(name, partitions, (short) replicas).configs(settings);
      admin.createTopics(List.of(topic)).all().get();
    }
    print(Map.of());
  }

  private static void removeTopic() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", take("servers", null)))) {
      admin.deleteTopics(List.of(take("topic", null))).all().get();
    }
    print(Map.of());
  }

  private static void setOnBrokers() throws Exception {
    String servers = take("servers", null);
    List<AlterConfigOp> changes = new ArrayList<>();
    settings.forEach((name, value) -> changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.BROKER, ""), changes)).all().get();
    }
    Thread.sleep(1_000);
    print(Map.of());
  }

  private static void setQuota() throws Exception {
    String servers = take("servers", null), name = take("name", null);
    double value = Double.parseDouble(take("value", "0"));
    Map<String, String> everyUser = new HashMap<>();
    everyUser.put(ClientQuotaEntity.USER, null);
    ClientQuotaAlteration.Op change = new ClientQuotaAlteration.Op(name, value == 0 ? null : value);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      ClientQuotaEntity entity = new ClientQuotaEntity(everyUser);
      admin.alterClientQuotas(List.of(new ClientQuotaAlteration(entity, List.of(change)))).all().get();
    }
    print(Map.of());
  }

  static KafkaProducer<byte[], byte[]> producer(String servers) {
    Properties given = new Properties();
    given.putAll(settings);
    given.put("bootstrap.servers", servers);
    return new KafkaProducer<>(given, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sums of a producer's own counters since its start; means over a window are not used, as they hold the warm-up. */
  static double total(Iterable<KafkaProducer<byte[], byte[]>> producers, String metric, String group) {
    double sum = 0;
    for (KafkaProducer<byte[], byte[]> each : producers)
      for (Metric found : each.metrics().values())
        if (found.metricName().name().equals(metric) && found.metricName().group().equals(group))
          sum += (Double) found.metricValue();
    return sum;
  }

  private static void sendAndWait() throws Exception {
    String servers = take("servers", null), topic = take("topic", null);
    int senders = takeInt("senders", 1), bytes = takeInt("bytes", 1_000), partitions = takeInt("partitions", 1);
    int warmMs = takeInt("warmMs", 2_000), measureMs = takeInt("measureMs", 4_000);
    boolean isShared = takeInt("shared", 0) == 1, isKeyed = takeInt("keyed", 0) == 1;
    List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();
    for (int index = 0; index < (isShared ? 1 : senders); index++) producers.add(producer(servers));
    AtomicLong records = new AtomicLong(), waitedNs = new AtomicLong();
    List<long[]> latencies = new ArrayList<>();
    for (int index = 0; index < senders; index++) {
      int sender = index;
      KafkaProducer<byte[], byte[]> own = producers.get(isShared ? 0 : index);
      long[] ofSender = new long[1 << 16];
      latencies.add(ofSender);
      Thread thread = new Thread(() -> {
        byte[] value = new byte[bytes];
        for (int sent = 0; ; sent++) {
          long start = System.nanoTime();
          try {
            int partition = isKeyed ? ThreadLocalRandom.current().nextInt(partitions) : sender % partitions;
            own.send(new ProducerRecord<>(topic, partition, null, value)).get();
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
          long took = System.nanoTime() - start;
          records.incrementAndGet();
          waitedNs.addAndGet(took);
          ofSender[sent & 0xffff] = took;
        }
      });
      thread.setDaemon(true);
      thread.start();
    }
    // On a busy machine the first records take seconds.
    for (int waited = 0; records.get() < 2L * senders && waited < 30_000; waited += 50) Thread.sleep(50);
    Thread.sleep(warmMs);
    for (long[] each : latencies) Arrays.fill(each, 0);
    long start = System.nanoTime(), firstRecords = records.get(), firstWaited = waitedNs.get();
    double firstRequests = total(producers, "request-total", "producer-metrics");
    System.out.println("measuring");
    System.out.flush();
    Thread.sleep(measureMs);
    double seconds = (System.nanoTime() - start) / 1e9;
    double done = records.get() - firstRecords;
    long[] all = latencies.stream().flatMapToLong(Arrays::stream).filter(each -> each > 0).sorted().toArray();
    Map<String, Double> figures = new TreeMap<>();
    figures.put("seconds", seconds);
    figures.put("recordsPerSec", done / seconds);
    figures.put("requestsPerSec", (total(producers, "request-total", "producer-metrics") - firstRequests) / seconds);
    figures.put("meanMs", (waitedNs.get() - firstWaited) / done / 1e6);
    figures.put("medianMs", all.length == 0 ? 0 : all[all.length / 2] / 1e6);
    figures.put("p10Ms", all.length == 0 ? 0 : all[all.length / 10] / 1e6);
    print(figures);
  }

  private static void flood() throws Exception {
    String servers = take("servers", null), topic = take("topic", null);
    int bytes = takeInt("bytes", 1_000), keys = takeInt("keys", 0);
    int warmMs = takeInt("warmMs", 4_000), measureMs = takeInt("measureMs", 5_000), perSec = takeInt("perSec", 0);
    KafkaProducer<byte[], byte[]> own = producer(servers);
    AtomicLong acked = new AtomicLong();
    Thread sending = new Thread(() -> {
      byte[] value = new byte[bytes];
      long startNs = System.nanoTime();
      for (long sent = 0; ; sent++) {
        if (perSec > 0) LockSupport.parkNanos(startNs + sent * 1_000_000_000L / perSec - System.nanoTime());
        byte[] key = keys == 0 ? null : String.format(Locale.ROOT, "%07d", sent * 7919L % keys).getBytes();
        own.send(new ProducerRecord<>(topic, key, value), (metadata, failed) -> {
          if (failed == null) acked.incrementAndGet();
        });
      }
    }, "lab-sender");
    sending.setDaemon(true);
    sending.start();
    Thread.sleep(warmMs);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<KafkaProducer<byte[], byte[]>> one = List.of(own);
    long start = System.nanoTime(), first = acked.get();
    long[] cpu = cpuOf(threads);
    double requests = total(one, "request-total", "producer-metrics");
    double bytesSent = total(one, "outgoing-byte-total", "producer-metrics");
    Thread.sleep(measureMs);
    double seconds = (System.nanoTime() - start) / 1e9, done = acked.get() - first;
    long[] now = cpuOf(threads);
    Map<String, Double> figures = new TreeMap<>();
    figures.put("recordsPerSec", done / seconds);
    figures.put("requestsPerSec", (total(one, "request-total", "producer-metrics") - requests) / seconds);
    figures.put("bytesPerSec", (total(one, "outgoing-byte-total", "producer-metrics") - bytesSent) / seconds);
    figures.put("throttleMs", total(one, "produce-throttle-time-avg", "producer-metrics"));
    // A mean over the producer's windows: `metrics.sample.window.ms` x `metrics.num.samples`.
    figures.put("batchBytes", total(one, "batch-size-avg", "producer-metrics"));
    figures.put("networkUsPerRecord", (now[0] - cpu[0]) / 1e3 / done);
    figures.put("sendingUsPerRecord", (now[1] - cpu[1]) / 1e3 / done);
    print(figures);
  }

  /** Processor time of the producer's own thread, and of the one that calls send. */
  private static long[] cpuOf(ThreadMXBean threads) {
    long network = 0, sending = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info == null) continue;
      if (info.getThreadName().startsWith("kafka-producer-network-thread")) network += threads.getThreadCpuTime(id);
      if (info.getThreadName().equals("lab-sender")) sending += threads.getThreadCpuTime(id);
    }
    return new long[] {network, sending};
  }

  static void print(Map<String, Double> figures) {
    StringBuilder text = new StringBuilder("{");
    figures.forEach((name, value) -> text.append(text.length() == 1 ? "" : ",").append('"').append(name).append("\":").append(value));
    System.out.println(text.append('}'));
  }
}
