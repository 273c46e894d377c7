/* The schedule of one producer, as in schedule.ts. Times are in ms since the agreed start. */
#ifndef HEADROOM_SEND_SCHEDULE_H
#define HEADROOM_SEND_SCHEDULE_H

typedef struct {
  double start_delay_ms;
  /* Time from the first record to the end of the load. */
  double length_ms;
  /* Rate at the beginning, and its rise, in records per ms and per ms². */
  double from_per_ms;
  double slope;
  double total_records;
} send_schedule;

/* Intended send time of a record, which are numbered from 0. */
double schedule_offset_ms(const send_schedule *schedule, double record);

/* Number of records whose intended time is at or before this time. */
double schedule_due_by(const send_schedule *schedule, double elapsed_ms);

#endif
