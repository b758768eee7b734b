import type { Model } from '../model.ts'

export const coban: readonly Model[] = [
  { id: 901, title: 'GPS103A', tags: ['vehicle'], protocol: 'gps103' },
  { id: 902, title: 'GPS103B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 903, title: 'GPS303F', tags: ['vehicle'], protocol: 'gps103' },
  { id: 904, title: 'GPS303G', tags: ['vehicle'], protocol: 'gps103' },
  { id: 905, title: 'GPS306', tags: ['vehicle'], protocol: 'gps103', build: 'obd' },
  { id: 906, title: 'GPS311', tags: ['vehicle'], protocol: 'gps103' },
  { id: 907, title: 'GPS401', tags: ['vehicle'], protocol: 'gps103' },
  { id: 908, title: 'GPS403', tags: ['vehicle'], protocol: 'gps103' },
  { id: 909, title: 'GPS104', tags: ['common'], protocol: 'gps103' },
  { id: 910, title: 'GPS102B', tags: ['common', 'legacy'], protocol: 'gps103' },
  { id: 911, title: 'GPS105A', tags: ['vehicle'], protocol: 'gps103' },
  { id: 912, title: 'GPS105B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 913, title: 'GPS106A', tags: ['vehicle'], protocol: 'gps103' },
  { id: 914, title: 'GPS106B', tags: ['vehicle'], protocol: 'gps103' },
  { id: 915, title: 'GPS303C', tags: ['vehicle'], protocol: 'gps103' },
  { id: 916, title: 'GPS303D', tags: ['vehicle'], protocol: 'gps103' },
  { id: 917, title: 'GPS303H', tags: ['vehicle'], protocol: 'gps103' },
  { id: 918, title: 'GPS303I', tags: ['vehicle'], protocol: 'gps103' },
]
