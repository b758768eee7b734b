/** One colour for each unit of the page, in order; they are distinct on white and on black. */
export const colours = ['#2f8768', '#d0701a', '#4682b8', '#cd4f4c', '#8f63bd'] as const
export const unitsMax = colours.length
