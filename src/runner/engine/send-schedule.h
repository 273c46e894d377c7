/* The schedule of one producer: the same as in schedule.ts. Times are in ms since the agreed start. */
#ifndef HEADROOM_SEND_SCHEDULE_H
#define HEADROOM_SEND_SCHEDULE_H

typedef struct {
  double start_delay_ms;
  /* Time from the first record to the end of the load. */
  double length_ms;
  /* Rate at the beginning, in records per ms. */
  double from_per_ms;
  /* Increase of the rate, in records per ms². 0 for a constant rate, negative if the rate falls. */
  double slope;
  double total_records;
} send_schedule;

/* Intended send time of a record. Records are numbered from 0. */
double schedule_offset_ms(const send_schedule *schedule, double record);

/* Number of records whose intended time is at or before this time. */
double schedule_due_by(const send_schedule *schedule, double elapsed_ms);

#endif
