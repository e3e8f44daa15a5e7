/** How many rows are shown first while a list arrives: a screenful; and how many times as many each time after that. */
export const firstPart = 100
export const nextPart = 4
