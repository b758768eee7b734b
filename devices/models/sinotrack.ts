import type { Model } from '../model.ts'

export const sinotrack: readonly Model[] = [
  { id: 801, title: 'ST-901', tags: ['vehicle'], protocol: 'h02' },
  { id: 802, title: 'ST-901L', tags: ['vehicle'], protocol: 'h02' },
  { id: 803, title: 'ST-901M', tags: ['vehicle'], protocol: 'h02' },
  { id: 804, title: 'ST-902', tags: ['vehicle'], protocol: 'h02', build: 'obd' },
  { id: 805, title: 'ST-902L', tags: ['vehicle'], protocol: 'h02', build: 'obd' },
  { id: 806, title: 'ST-906', tags: ['vehicle'], protocol: 'h02' },
  { id: 807, title: 'ST-906L', tags: ['vehicle'], protocol: 'h02' },
  { id: 808, title: 'ST-907', tags: ['vehicle'], protocol: 'h02' },
  { id: 809, title: 'ST-903', tags: ['common'], protocol: 'h02' },
  { id: 810, title: 'ST-905', tags: ['common'], protocol: 'h02' },
  { id: 811, title: 'ST-915', tags: ['common'], protocol: 'h02' },
]
