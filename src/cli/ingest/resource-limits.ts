/**
 * For each thread of an ingest. They make much and keep little: left alone, each heap grows to several times what is in
 * use, because the collector takes its time as long as it may grow. What is in use stays far below these limits.
 */
export const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }
