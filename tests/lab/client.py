"""The least that a client in Python does: confluent-kafka in a loop, with delivery reports. One JSON argument, as tuned-loop.ts has;
tells every 500 ms how many records are done."""
import json
import sys
import threading
import time

from confluent_kafka import Consumer, Producer

RECORDS_A_POLL = 64
RECORDS_A_READ = 1_000

order = json.loads(sys.argv[1])
settings = {**order["settings"], "bootstrap.servers": order["bootstrapServers"]}
done = 0


def tell():
    while True:
        time.sleep(0.5)
        print(done, flush=True)


def count(error, _message):
    global done
    if error is None:
        done += 1


def produce():
    producer = Producer(settings)
    value = b"x" * order["recordBytes"]
    topic, partitions, per_turn = order["topic"], order["partitions"], order["recordsPerTurn"]
    sent = 0
    while True:
        try:
            producer.produce(topic, value, partition=sent // per_turn % partitions, on_delivery=count)
            sent += 1
        except BufferError:
            producer.poll(0.001)
        if sent % RECORDS_A_POLL == 0:
            producer.poll(0)


def consume():
    global done
    group = f"lab-{time.time_ns()}"
    consumer = Consumer({**settings, "group.id": group, "auto.offset.reset": "earliest"})
    consumer.subscribe([order["topic"]])
    while True:
        for message in consumer.consume(RECORDS_A_READ, 1.0):
            if message.error() is None:
                done += 1


threading.Thread(target=tell, daemon=True).start()
produce() if order["role"] == "producer" else consume()
