#include "send-schedule.h"

#include <math.h>

/* Tolerance for the rounding errors of floating-point arithmetic, in records. */
static const double rounding_error = 1e-6;

double schedule_offset_ms(const send_schedule *schedule, double record) {
  double from = schedule->from_per_ms;
  double slope = schedule->slope;
  if (slope == 0) return schedule->start_delay_ms + record / from;
  if (record == 0) return schedule->start_delay_ms;
  double discriminant = fmax(0, from * from + 2 * slope * record);
  return schedule->start_delay_ms + 2 * record / (from + sqrt(discriminant));
}

double schedule_due_by(const send_schedule *schedule, double elapsed_ms) {
  double ms = elapsed_ms - schedule->start_delay_ms;
  if (ms < 0) return 0;
  if (ms >= schedule->length_ms) return schedule->total_records;
  double records = schedule->from_per_ms * ms + schedule->slope * ms * ms / 2;
  return fmin(schedule->total_records, floor(records + rounding_error) + 1);
}
