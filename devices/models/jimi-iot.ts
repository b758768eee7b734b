import type { Model } from '../model.ts'

export const jimiIot: readonly Model[] = [
  { id: 401, title: 'JM-VG01U', tags: ['vehicle'], protocol: 'gt06' },
  { id: 402, title: 'JM-VG02U', tags: ['vehicle'], protocol: 'gt06' },
  { id: 403, title: 'JM-VL01', tags: ['vehicle'], protocol: 'gt06' },
  { id: 404, title: 'JM-VL02', tags: ['vehicle'], protocol: 'gt06' },
  { id: 405, title: 'JM-VL03', tags: ['vehicle'], protocol: 'gt06' },
  { id: 406, title: 'VL103M', tags: ['vehicle'], protocol: 'gt06' },
  { id: 407, title: 'JC400', tags: ['vehicle'], protocol: 'gt06', build: 'camera' },
  { id: 408, title: 'JC371', tags: ['vehicle'], protocol: 'jt808', build: 'camera' },
  { id: 409, title: 'VL502', tags: ['vehicle'], protocol: 'jt808' },
  { id: 410, title: 'JM-LG01', tags: ['common'], protocol: 'gt06' },
  { id: 411, title: 'JM-LL01', tags: ['common'], protocol: 'gt06' },
  { id: 412, title: 'LL301', tags: ['common'], protocol: 'gt06' },
  { id: 413, title: 'LL303 Pro', tags: ['common'], protocol: 'gt06' },
  { id: 414, title: 'PL200', tags: ['common'], protocol: 'gt06' },
]
