import type { Model } from '../model.ts'

export const navtelecom: readonly Model[] = [
  { id: 1701, title: 'SIGNAL S-2551', tags: ['vehicle'], protocol: 'navis' },
  { id: 1702, title: 'SIGNAL S-2651', tags: ['vehicle'], protocol: 'navis' },
  { id: 1703, title: 'SIGNAL S-4651', tags: ['vehicle'], protocol: 'navis' },
  { id: 1704, title: 'SMART S-2423', tags: ['vehicle'], protocol: 'navis' },
  { id: 1705, title: 'SMART S-2425', tags: ['vehicle'], protocol: 'navis' },
  { id: 1706, title: 'SMART S-2433', tags: ['vehicle'], protocol: 'navis' },
  { id: 1707, title: 'SMART S-2435', tags: ['vehicle'], protocol: 'navis' },
  { id: 1708, title: 'START S-2011', tags: ['vehicle'], protocol: 'navis' },
  { id: 1709, title: 'SIGNAL S-2115', tags: ['vehicle', 'legacy'], protocol: 'navis' },
]
