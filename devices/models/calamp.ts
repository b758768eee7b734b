import type { Model } from '../model.ts'

export const calamp: readonly Model[] = [
  { id: 1901, title: 'LMU-1200', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1902, title: 'LMU-2030', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1903, title: 'LMU-2630', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1904, title: 'LMU-3030', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1905, title: 'LMU-4230', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1906, title: 'LMU-5530', tags: ['vehicle'], protocol: 'calamp' },
  { id: 1907, title: 'TTU-700', tags: ['common'], protocol: 'calamp' },
  { id: 1908, title: 'TTU-1200', tags: ['common'], protocol: 'calamp' },
  { id: 1909, title: 'TTU-2830', tags: ['common'], protocol: 'calamp' },
  { id: 1910, title: 'LMU-200', tags: ['vehicle', 'legacy'], protocol: 'calamp' },
]
