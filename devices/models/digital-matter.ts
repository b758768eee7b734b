import type { Model } from '../model.ts'

export const digitalMatter: readonly Model[] = [
  { id: 3001, title: 'Bolt2', tags: ['vehicle'], protocol: 'dmt' },
  { id: 3002, title: 'G62', tags: ['vehicle'], protocol: 'dmt' },
  { id: 3003, title: 'G120', tags: ['vehicle'], protocol: 'dmt' },
  { id: 3004, title: 'Dart2', tags: ['common'], protocol: 'dmt' },
  { id: 3005, title: 'Falcon', tags: ['common'], protocol: 'dmt' },
  { id: 3006, title: 'Oyster', tags: ['common'], protocol: 'dmt' },
  { id: 3007, title: 'Oyster2', tags: ['common'], protocol: 'dmt' },
  { id: 3008, title: 'Oyster3', tags: ['common'], protocol: 'dmt' },
  { id: 3009, title: 'Remora2', tags: ['common'], protocol: 'dmt' },
  { id: 3010, title: 'Yabby3', tags: ['common'], protocol: 'dmt' },
]
