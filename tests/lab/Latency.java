import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Mode latency: `perSec` records/s of `bytes` bytes at even distances to the first partition, never waiting for one another.
 * It prints percentiles of the time from the send to the acknowledgement of each, and the records of a request.
 */
final class Latency {
  static void evenlyPaced() throws Exception {
    String servers = LabClient.take("servers", null), topic = LabClient.take("topic", null);
    int perSec = LabClient.takeInt("perSec", 100), bytes = LabClient.takeInt("bytes", 200);
    int warmMs = LabClient.takeInt("warmMs", 3_000), measureMs = LabClient.takeInt("measureMs", 6_000);
    KafkaProducer<byte[], byte[]> own = LabClient.producer(servers);
    List<KafkaProducer<byte[], byte[]>> one = List.of(own);
    byte[] value = new byte[bytes];
    int warm = warmMs * perSec / 1_000, measured = measureMs * perSec / 1_000;
    long[] tookNs = new long[measured];
    AtomicInteger done = new AtomicInteger();
    double requests = 0;
    long startNs = System.nanoTime();
    for (int sent = 0; sent < warm + measured; sent++) {
      // The warm-up makes connections and has the clients and brokers compile their code.
      if (sent == warm) {
        own.flush();
        requests = LabClient.total(one, "request-total", "producer-metrics");
        startNs = System.nanoTime() - sent * 1_000_000_000L / perSec;
      }
      long waitNs = startNs + sent * 1_000_000_000L / perSec - System.nanoTime();
      if (waitNs > 0) LockSupport.parkNanos(waitNs);
      int index = sent - warm;
      long sentNs = System.nanoTime();
      own.send(new ProducerRecord<>(topic, 0, null, value), (metadata, failed) -> {
        if (index < 0 || failed != null) return;
        tookNs[index] = System.nanoTime() - sentNs;
        done.incrementAndGet();
      });
    }
    own.flush();
    requests = LabClient.total(one, "request-total", "producer-metrics") - requests;
    long[] all = Arrays.stream(tookNs).filter(each -> each > 0).sorted().toArray();
    Map<String, Double> figures = new TreeMap<>();
    figures.put("acknowledged", (double) done.get());
    figures.put("p10Ms", all[all.length / 10] / 1e6);
    figures.put("medianMs", all[all.length / 2] / 1e6);
    figures.put("p90Ms", all[all.length * 9 / 10] / 1e6);
    figures.put("recordsPerRequest", done.get() / requests);
    LabClient.print(figures);
  }
}
