/*
 * Lets producers of the engine send random loads to a library that reads values as late as possible. Each record that the
 * library takes must be the next of the plan, and must not change until it is reported. Every record is counted.
 *
 * Called as `sends SEED CASES`. It runs CASES loads, or more until each case that the test needs has occurred. It writes one
 * line of JSON: how often each has.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checks.h"
#include "clock.h"
#include "library.h"
#include "memory.h"
#include "record-layout.h"

enum { most_values = 400, most_value_bytes = 90000, pool_seed = 7 };

typedef struct {
  size_t records;
  size_t copied_values;
  size_t added_copies;
  size_t refused_for_room;
  size_t refused_behind_others;
  size_t refused_for_size;
  size_t failed;
  size_t dropped;
  size_t stopped_early;
  size_t aborted_transactions;
} totals;

static const struct timespec nap = {.tv_nsec = 500000};
static const struct timespec rest = {.tv_nsec = 2000000};

static random_numbers numbers;
static uint32_t seed;
static int case_number;
static totals total;

void check(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "seed %u, case %d: %s\n", seed, case_number, what);
  abort();
}

static double draw(double below) { return floor(random_next(&numbers) * below); }

static double one_of(const double *items, size_t count) { return items[(size_t)draw((double)count)]; }

#define ONE_OF(...) one_of((const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double))

static value_pool draw_pool(void) {
  double largest = ONE_OF(40, 1000, 9000, most_value_bytes);
  value_pool pool = {.count = 1 + (size_t)draw(largest > 10000 ? 20 : most_values)};
  pool.begins = engine_allocate(pool.count + 1, sizeof *pool.begins);
  for (size_t at = 0; at < pool.count; at += 1)
    pool.begins[at + 1] = pool.begins[at] + header_bytes + (size_t)draw(largest - header_bytes);
  pool.memory = engine_allocate(pool.begins[pool.count], 1);
  random_numbers bytes = {pool_seed};
  for (size_t at = 0; at < pool.begins[pool.count]; at += 1) pool.memory[at] = (uint8_t)(random_next(&bytes) * 256);
  return pool;
}

static value_pool copy_of_pool(const value_pool *pool) {
  value_pool copy = {.count = pool->count};
  copy.begins = engine_allocate(pool->count + 1, sizeof *copy.begins);
  memcpy(copy.begins, pool->begins, (pool->count + 1) * sizeof *copy.begins);
  copy.memory = engine_allocate(pool->begins[pool->count], 1);
  memcpy(copy.memory, pool->memory, pool->begins[pool->count]);
  return copy;
}

static size_t largest_value(const value_pool *pool) {
  size_t largest = 0;
  for (size_t at = 0; at < pool->count; at += 1)
    if (pool->begins[at + 1] - pool->begins[at] > largest) largest = pool->begins[at + 1] - pool->begins[at];
  return largest;
}

static producer_plan draw_plan(const value_pool *pool) {
  bool has_turns = draw(3) > 0;
  double records = 1 + draw(pool->begins[pool->count] > 200000 ? 1500 : 6000);
  producer_plan plan = {
      .chooser = {.partitions = (uint32_t)library.partitions,
                  .key_bytes = (size_t)ONE_OF(0, 3, 8, 20),
                  .records_per_turn = has_turns ? ONE_OF(1, 7, 1800) : 0,
                  .bytes_per_turn = has_turns ? ONE_OF(INFINITY, 20000) : INFINITY,
                  .first_partition = (uint32_t)draw(100),
                  .distinct_keys = 1 + draw(1000),
                  .first_key = 1 + draw(1000),
                  .zipf_exponent = ONE_OF(0, 1),
                  .key_seed = (uint32_t)draw(1e9)},
      .connect_timeout_ms = 1000,
      .queue_records = 1 + draw(ONE_OF(3, 50, 3000)),
      .senders = draw(3) == 0 ? 1 + draw(300) : INFINITY,
      .end_ms = 3600000,
      .transaction_ms = draw(4) == 0 ? ONE_OF(1, 5) : 0,
      .timed_every = ONE_OF(1, 3, 50),
      .timed_seed = (uint32_t)draw(1e9),
  };
  // Most loads are due at once; of the others some records become due one by one.
  double length_ms = ONE_OF(0.001, 0.001, 30);
  plan.schedule = (send_schedule){.length_ms = length_ms, .from_per_ms = records / length_ms, .total_records = records};
  return plan;
}

static void draw_ways(void) {
  library = (library_ways){
      .numbers = {(uint32_t)draw(1e9)},
      .partitions = (int32_t)ONE_OF(1, 4, most_library_partitions),
      .refuses_one_in = (int)ONE_OF(0, 2, 10),
      .fails_one_in = (int)ONE_OF(0, 5),
  };
  memset(&library_saw, 0, sizeof library_saw);
}

static void take(engine_producer *producer, counted *sum) {
  producer_taken taken;
  producer_take(producer, &taken);
  sum->accepted += taken.second.accepted_records;
  sum->acked += taken.second.acked_records;
  sum->aborted_transactions += taken.second.aborted_transactions;
  for (size_t at = 0; at < taken.second.failures.codes; at += 1) sum->failed += taken.second.failures.items[at].count;
  const latency_counts *latencies = taken.second.latencies[response_latency];
  for (size_t at = 0; at < latency_counters; at += 1) sum->timed += latencies->counts[at];
  second_end(&taken.second);
  event_list events;
  client_events_take(&producer->events, &events);
  for (size_t at = 0; at < events.errors.codes; at += 1)
    if (events.errors.items[at].code == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE)
      sum->too_large += events.errors.items[at].count;
  sum->last = taken;
}

/* Waits for the end of the load, or stops it: at a random record, or if it cannot continue because a record is too large. */
static void run_load(engine_producer *producer, counted *sum, bool waits_for_reports) {
  double records = producer->plan.schedule.total_records;
  double stop_at = draw(3) == 0 ? draw(records) : records;
  while ((double)atomic_load(&library_saw.accepted) < stop_at && sum->too_large < 3) {
    nanosleep(&nap, NULL);
    take(producer, sum);
  }
  // Not all records are reported before the producer is closed.
  if (!waits_for_reports) atomic_store(&library.is_silent, true);
  producer_stop(producer, 1);
  size_t accepted = atomic_load(&library_saw.accepted);
  take(producer, sum);
  nanosleep(&rest, NULL);
  check(accepted == atomic_load(&library_saw.accepted), "a record was sent after the stop");
  check(sum->last.sent_records == (double)accepted, "a record before the stop was not counted");
  total.stopped_early += accepted < (size_t)records;
  bool has_transactions = producer->plan.transaction_ms > 0;
  while (waits_for_reports &&
         (sum->last.outstanding_records > 0 || (has_transactions && sum->last.transaction_records > 0))) {
    nanosleep(&nap, NULL);
    take(producer, sum);
  }
}

static void run_case(void) {
  draw_ways();
  value_pool pool = draw_pool();
  producer_plan plan = draw_plan(&pool);
  size_t largest = largest_value(&pool);
  size_t pool_bytes = pool.begins[pool.count];
  bool has_too_large = draw(4) == 0 && largest > 2 * header_bytes;
  library.record_bytes = has_too_large ? largest + plan.chooser.key_bytes - 1 : 1000000;
  library.queue_bytes = 1024 * (largest / 1024 + 1 + (size_t)draw(3.0 * (double)pool_bytes / 1024));
  bool has_headers = draw(4) == 0;
  rd_kafka_headers_t *headers = has_headers ? engine_allocate(1, sizeof *headers) : NULL;
  library_saw.headers = has_headers;

  producer_options options = {.plan = plan, .topic_name = strdup("topic"), .headers = headers};
  options.pool = copy_of_pool(&pool);
  options.settings = rd_kafka_conf_new();
  char failure[failure_bytes];
  engine_producer *producer = producer_create(options, failure, sizeof failure);
  while (atomic_load(&producer->state) == producer_connecting) nanosleep(&nap, NULL);
  double start_us = engine_now_us();
  expected = (expectation){.plan = &producer->plan, .pool = pool, .start_us = start_us};
  chooser_begin(&expected.chooser, plan.chooser);
  producer_start(producer, start_us);

  counted sum = {0};
  bool waits_for_reports = draw(3) > 0;
  run_load(producer, &sum, waits_for_reports);
  // The last reference, so that what the producer has counted can be read after its end.
  producer_close(producer);
  while (atomic_load(&producer->state) == producer_connected) nanosleep(&nap, NULL);
  take(producer, &sum);
  check_counts(producer, &sum, waits_for_reports);
  total.added_copies += producer->run.copies.count - producer->run.copies.parts;
  while (atomic_load(&producer->references) > 1) nanosleep(&nap, NULL);
  producer_release(producer);
  check(library_saw.headers == 0, "headers were left, or destroyed twice");

  total.records += atomic_load(&library_saw.accepted);
  total.copied_values += library_saw.copied_values;
  total.refused_for_room += library_saw.refused_for_room;
  total.refused_behind_others += library_saw.refused_behind_others;
  total.refused_for_size += library_saw.refused_for_size;
  total.failed += library_saw.failed;
  total.dropped += library_saw.dropped;
  total.aborted_transactions += (size_t)sum.aborted_transactions;
  chooser_end(&expected.chooser);
  value_pool_free(&pool);
}

static bool has_each_case(void) {
  size_t counts[sizeof total / sizeof(size_t)];
  memcpy(counts, &total, sizeof total);
  for (size_t at = 0; at < sizeof counts / sizeof *counts; at += 1)
    if (counts[at] == 0) return false;
  return true;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  seed = (uint32_t)strtoul(words[1], NULL, 10);
  numbers.state = seed;
  int cases = atoi(words[2]);
  // Of 13 seeds two left a case out of 60 loads, so there are more loads until each has occurred, at most ten times as many.
  int most_cases = 10 * cases;
  for (case_number = 0; case_number < cases || (case_number < most_cases && !has_each_case()); case_number += 1) run_case();
  printf("{\"records\":%zu,\"copiedValues\":%zu,\"addedCopies\":%zu,\"refusedForRoom\":%zu,", total.records,
         total.copied_values, total.added_copies, total.refused_for_room);
  printf("\"refusedBehindOthers\":%zu,\"refusedForSize\":%zu,\"failed\":%zu,\"dropped\":%zu,",
         total.refused_behind_others, total.refused_for_size, total.failed, total.dropped);
  printf("\"stoppedEarly\":%zu,\"abortedTransactions\":%zu}\n", total.stopped_early, total.aborted_transactions);
  return 0;
}
