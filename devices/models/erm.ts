import type { Model } from '../model.ts'

export const erm: readonly Model[] = [
  { id: 3101, title: 'StarLink OBD', tags: ['vehicle'], protocol: 'starlink', build: 'obd' },
  { id: 3102, title: 'StarLink One', tags: ['vehicle'], protocol: 'starlink' },
  { id: 3103, title: 'StarLink SVR', tags: ['vehicle'], protocol: 'starlink' },
  { id: 3104, title: 'StarLink Tracker', tags: ['vehicle'], protocol: 'starlink' },
  { id: 3105, title: 'StarLink TrackerCAN', tags: ['vehicle'], protocol: 'starlink' },
  { id: 3106, title: 'StarLink Asset', tags: ['common'], protocol: 'starlink' },
]
