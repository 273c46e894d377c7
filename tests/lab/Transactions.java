import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Modes of LabClient with transactions. transactions: `count` of them, each with a record to each of `touched` partitions, or
 * with `random=1` that many records to partitions at random; each record is waited for. paced: `perSec` records/s in
 * transactions of `transactionMs`, or without any if that is 0.
 */
final class Transactions {
  /** Records, and bytes of all replicas, of a topic: transactions write to both the topic and the coordinator's own. */
  private static double[] sizeOf(Admin admin, String topic) throws Exception {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    var described = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
    described.partitions().forEach(each -> wanted.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest()));
    double records = 0, bytes = 0;
    for (ListOffsetsResultInfo each : admin.listOffsets(wanted).all().get().values()) records += each.offset();
    List<Integer> brokers = admin.describeCluster().nodes().get().stream().map(node -> node.id()).toList();
    for (var folders : admin.describeLogDirs(brokers).allDescriptions().get().values())
      for (var folder : folders.values())
        for (Map.Entry<TopicPartition, ReplicaInfo> each : folder.replicaInfos().entrySet())
          if (each.getKey().topic().equals(topic)) bytes += each.getValue().size();
    return new double[] {records, bytes};
  }

  static void commitOneByOne() throws Exception {
    String servers = LabClient.take("servers", null), topic = LabClient.take("topic", null);
    int count = LabClient.takeInt("count", 100), touched = LabClient.takeInt("touched", 1), partitions = LabClient.takeInt("partitions", 1);
    boolean isRandom = LabClient.takeInt("random", 0) == 1;
    KafkaProducer<byte[], byte[]> own = LabClient.producer(servers);
    List<KafkaProducer<byte[], byte[]>> one = List.of(own);
    own.initTransactions();
    double[] firstNs = new double[count], laterNs = new double[count], commitNs = new double[count];
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      double[] before = new double[2], stateBefore = new double[2];
      double requests = 0;
      // The first transactions make connections and the coordinator's topic.
      for (int index = -10; index < count; index++) {
        if (index == 0) {
          Thread.sleep(1_000);
          before = sizeOf(admin, topic);
          stateBefore = sizeOf(admin, "__transaction_state");
          requests = LabClient.total(one, "request-total", "producer-metrics");
        }
        own.beginTransaction();
        long[] sendNs = new long[touched];
        for (int record = 0; record < touched; record++) {
          int partition = isRandom ? ThreadLocalRandom.current().nextInt(partitions) : record;
          long start = System.nanoTime();
          own.send(new ProducerRecord<>(topic, partition, null, new byte[1_000])).get();
          sendNs[record] = System.nanoTime() - start;
        }
        long start = System.nanoTime();
        own.commitTransaction();
        if (index < 0) continue;
        commitNs[index] = System.nanoTime() - start;
        firstNs[index] = sendNs[0];
        laterNs[index] = sendNs[touched - 1];
      }
      requests = LabClient.total(one, "request-total", "producer-metrics") - requests;
      // Markers are written after the commit has been answered.
      Thread.sleep(1_000);
      double[] after = sizeOf(admin, topic), stateAfter = sizeOf(admin, "__transaction_state");
      Map<String, Double> figures = new TreeMap<>();
      figures.put("requests", requests / count - touched);
      figures.put("markers", (after[0] - before[0]) / count - touched);
      figures.put("bytes", (after[1] - before[1]) / count);
      figures.put("stateRecords", (stateAfter[0] - stateBefore[0]) / count);
      figures.put("stateBytes", (stateAfter[1] - stateBefore[1]) / count);
      figures.put("firstMs", medianMs(firstNs));
      figures.put("laterMs", medianMs(laterNs));
      figures.put("commitMs", medianMs(commitNs));
      LabClient.print(figures);
    }
  }

  private static double medianMs(double[] ns) {
    return Arrays.stream(ns).sorted().skip(ns.length / 2).findFirst().orElse(0) / 1e6;
  }

  static void paced() throws Exception {
    String servers = LabClient.take("servers", null), topic = LabClient.take("topic", null);
    int perSec = LabClient.takeInt("perSec", 1_000), transactionMs = LabClient.takeInt("transactionMs", 0), measureMs = LabClient.takeInt("measureMs", 6_000);
    KafkaProducer<byte[], byte[]> own = LabClient.producer(servers);
    List<KafkaProducer<byte[], byte[]>> one = List.of(own);
    if (transactionMs > 0) own.initTransactions();
    long startNs = System.nanoTime(), warmNs = startNs + 4_000_000_000L, endNs = warmNs + measureMs * 1_000_000L;
    long sent = 0, records = 0, commits = 0, begunNs = 0, commitNs = 0;
    double requests = 0;
    boolean isOpen = false, isMeasuring = false;
    byte[] value = new byte[200];
    while (System.nanoTime() < endNs) {
      LockSupport.parkNanos(startNs + sent * 1_000_000_000L / perSec - System.nanoTime());
      if (!isMeasuring && !isOpen && System.nanoTime() >= warmNs) {
        own.flush();
        isMeasuring = true;
        requests = LabClient.total(one, "request-total", "producer-metrics");
      }
      if (transactionMs > 0 && !isOpen) {
        own.beginTransaction();
        begunNs = System.nanoTime();
        isOpen = true;
      }
      own.send(new ProducerRecord<>(topic, value));
      sent++;
      if (isMeasuring) records++;
      if (!isOpen || System.nanoTime() - begunNs < transactionMs * 1_000_000L) continue;
      long start = System.nanoTime();
      own.commitTransaction();
      isOpen = false;
      if (!isMeasuring) continue;
      commits++;
      commitNs += System.nanoTime() - start;
    }
    own.flush();
    if (isOpen) own.commitTransaction();
    if (isOpen) commits++;
    Map<String, Double> figures = new TreeMap<>();
    figures.put("records", (double) records);
    figures.put("commits", (double) commits);
    figures.put("requests", LabClient.total(one, "request-total", "producer-metrics") - requests);
    figures.put("commitMs", commits == 0 ? 0 : commitNs / 1e6 / commits);
    LabClient.print(figures);
  }
}
