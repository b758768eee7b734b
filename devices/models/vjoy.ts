import type { Model } from '../model.ts'

export const vjoy: readonly Model[] = [
  { id: 3901, title: 'T12', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3902, title: 'T18', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3903, title: 'T18H', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3904, title: 'TK05', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3905, title: 'TK10', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3906, title: 'TK15', tags: ['vehicle'], protocol: 'tk103' },
  { id: 3907, title: 'TK20', tags: ['vehicle'], protocol: 'tk103' },
]
