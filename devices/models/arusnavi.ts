import type { Model } from '../model.ts'

export const arusnavi: readonly Model[] = [
  { id: 1801, title: 'ARNAVI 4', tags: ['vehicle'], protocol: 'arnavi' },
  { id: 1802, title: 'ARNAVI 5', tags: ['vehicle'], protocol: 'arnavi' },
  { id: 1803, title: 'ARNAVI Integral 2', tags: ['vehicle'], protocol: 'arnavi' },
  { id: 1804, title: 'ARNAVI Integral 3', tags: ['vehicle'], protocol: 'arnavi' },
  { id: 1805, title: 'ARNAVI L2', tags: ['vehicle'], protocol: 'arnavi' },
  { id: 1806, title: 'ARNAVI Beacon', tags: ['common'], protocol: 'arnavi' },
  { id: 1807, title: 'ARNAVI Integral', tags: ['vehicle'], protocol: 'arnavi' },
]
