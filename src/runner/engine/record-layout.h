/* Offsets in the header of a value. record-header.ts describes it: tag of the run, producer, sequence, intended send time. */
#ifndef HEADROOM_RECORD_LAYOUT_H
#define HEADROOM_RECORD_LAYOUT_H

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Record headers are little-endian; this machine is not."
#endif

enum { header_bytes = 24, producer_at = 4, sequence_at = 8, intended_at = 16 };

#endif
