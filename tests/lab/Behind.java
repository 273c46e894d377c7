import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Mode fill: writes `megabytes` of records of 1,000 bytes to partition 0. Mode behind: a consumer reads partition 0 of `topic` from its
 * beginning to its end, while a producer sends `perSec` records/s to partition 1, one a request. It prints what that cost the
 * broker `pid`, and how long the records of the producer took.
 */
final class Behind {
  private static final int valueBytes = 1_000;

  static void fill() throws Exception {
    String topic = LabClient.take("topic", null);
    int records = LabClient.takeInt("megabytes", 1) * 1_000;
    try (KafkaProducer<byte[], byte[]> own = LabClient.producer(LabClient.take("servers", null))) {
      byte[] value = new byte[valueBytes];
      for (int sent = 0; sent < records; sent++) own.send(new ProducerRecord<>(topic, 0, null, value));
    }
    LabClient.print(Map.of());
  }

  static void read() throws Exception {
    String servers = LabClient.take("servers", null), topic = LabClient.take("topic", null), pid = LabClient.take("pid", null);
    int perSec = LabClient.takeInt("perSec", 100);
    var observed = List.of(Costs.observe(pid));
    KafkaProducer<byte[], byte[]> own = LabClient.producer(servers);
    long[] tookNs = new long[1 << 16];
    sendEvenly(own, topic, perSec, tookNs);
    var given = Map.<String, Object>of("bootstrap.servers", servers, "enable.metrics.push", "false");
    try (var consumer = new KafkaConsumer<byte[], byte[]>(given, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      Thread.sleep(4_000);
      Arrays.fill(tookNs, 0);
      consumer.seekToBeginning(List.of(partition));
      String[] pids = {pid};
      Costs.Reading before = Costs.read(pids, observed);
      double diskBytes = diskBytes(pid);
      long bytes = 0, next = 0;
      while (next < end)
        for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofSeconds(1))) {
          bytes += found.serializedValueSize();
          next = found.offset() + 1;
        }
      Costs.Reading after = Costs.read(pids, observed);
      Map<String, Double> figures = new TreeMap<>(Costs.figuresOf(before, after, 0, 0));
      long[] all = Arrays.stream(tookNs).filter(each -> each > 0).sorted().toArray();
      figures.put("bytes", (double) bytes);
      figures.put("diskBytes", diskBytes(pid) - diskBytes);
      figures.put("acknowledged", (double) all.length);
      figures.put("medianMs", all.length == 0 ? 0 : all[all.length / 2] / 1e6);
      figures.put("p90Ms", all.length == 0 ? 0 : all[all.length * 9 / 10] / 1e6);
      LabClient.print(figures);
    }
  }

  private static void sendEvenly(KafkaProducer<byte[], byte[]> own, String topic, int perSec, long[] tookNs) {
    Thread thread = new Thread(() -> {
      byte[] value = new byte[200];
      long startNs = System.nanoTime();
      for (int sent = 0; ; sent++) {
        long waitNs = startNs + sent * 1_000_000_000L / perSec - System.nanoTime();
        if (waitNs > 0) LockSupport.parkNanos(waitNs);
        int index = sent & (tookNs.length - 1);
        long sentNs = System.nanoTime();
        own.send(new ProducerRecord<>(topic, 1, null, value), (metadata, failed) -> {
          if (failed == null) tookNs[index] = System.nanoTime() - sentNs;
        });
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  /** Bytes that the process had read from disks since its start. */
  private static double diskBytes(String pid) throws Exception {
    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc", pid, "io")))
      if (line.startsWith("read_bytes: ")) return Double.parseDouble(line.substring(12));
    return 0;
  }
}
