/** Dark enough for white maps, bright enough for night. Their names are in the catalogue. */
export const colours = ['#2563eb', '#0f766e', '#15803d', '#a16207', '#c2410c', '#b91c1c', '#be185d', '#6d28d9'] as const
