import type { Model } from '../model.ts'

export const technokom: readonly Model[] = [
  { id: 5201, title: 'AutoGRAPH-GSM', tags: ['vehicle'], protocol: 'egts' },
  { id: 5202, title: 'AutoGRAPH-GSM+', tags: ['vehicle'], protocol: 'egts' },
  { id: 5203, title: 'AutoGRAPH-GSM+WiFi', tags: ['vehicle'], protocol: 'egts' },
  { id: 5204, title: 'AutoGRAPH-GSL', tags: ['vehicle'], protocol: 'egts' },
  { id: 5205, title: 'AutoGRAPH-LX', tags: ['vehicle'], protocol: 'egts' },
]
