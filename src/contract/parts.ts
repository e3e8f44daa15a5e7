/** How many rows are shown first while a list arrives: a screenful. */
export const firstPart = 100

/** How many times as many it is each time after that. */
export const nextPart = 4
