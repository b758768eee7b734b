import type { Model } from '../model.ts'

export const coban: readonly Model[] = [
  { id: 901, title: 'GPS103A', tags: ['vehicle'], protocol: 'gps103' },
  { id: 902, title: 'GPS103B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 903, title: 'GPS303F', tags: ['vehicle'], protocol: 'gps103' },
  { id: 904, title: 'GPS303G', tags: ['vehicle'], protocol: 'gps103' },
  { id: 905, title: 'GPS306', tags: ['vehicle'], protocol: 'gps103' },
  { id: 906, title: 'GPS311', tags: ['vehicle'], protocol: 'gps103' },
  { id: 907, title: 'GPS401', tags: ['vehicle'], protocol: 'gps103' },
  { id: 908, title: 'GPS403', tags: ['vehicle'], protocol: 'gps103' },
  { id: 909, title: 'GPS104', tags: ['common'], protocol: 'gps103' },
  { id: 910, title: 'GPS102B', tags: ['common', 'legacy'], protocol: 'gps103' },
]
