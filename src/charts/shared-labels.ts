/**
 * Labels of charts that documents and the window show beside them. A chart and its table must use the same words.
 */

/** The chance that the whole load is met. Only models of hosts have it. */
export const chanceLabel = 'Chance that the load is met'

/** A limit's demand and capacity, such as "80 of 100 MB/s". */
export const demandLabel = 'Demand of capacity'

/** 99th percentile of the response time. */
export const responseP99Label = 'Response, 99 %'

/** The mean of a figure over the runs of a campaign's step. */
export const measuredMeanLabel = 'Measured, mean'

/** How much the brokers throttled the clients. */
export const throttledLabel = 'Throttled'

/** The title of the costs at several loads. */
export const costOverLoadTitle = 'Cost a month over the load'
