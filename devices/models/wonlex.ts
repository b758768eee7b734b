import type { Model } from '../model.ts'

export const wonlex: readonly Model[] = [
  { id: 2001, title: 'GW100', tags: ['common'], protocol: 'watch' },
  { id: 2002, title: 'GW200', tags: ['common'], protocol: 'watch' },
  { id: 2003, title: 'GW400S', tags: ['common'], protocol: 'watch' },
  { id: 2004, title: 'GW600', tags: ['common'], protocol: 'watch' },
  { id: 2005, title: 'GW700', tags: ['common'], protocol: 'watch' },
  { id: 2006, title: 'GW900', tags: ['common'], protocol: 'watch' },
  { id: 2007, title: 'GW1000', tags: ['common'], protocol: 'watch' },
  { id: 2008, title: 'EW100', tags: ['common'], protocol: 'watch' },
  { id: 2009, title: 'GW200S', tags: ['common'], protocol: 'watch' },
  { id: 2010, title: 'GW300', tags: ['common'], protocol: 'watch' },
  { id: 2011, title: 'GW300S', tags: ['common'], protocol: 'watch' },
  { id: 2012, title: 'GW400E', tags: ['common'], protocol: 'watch' },
  { id: 2013, title: 'GW400X', tags: ['common'], protocol: 'watch' },
  { id: 2014, title: 'GW500S', tags: ['common'], protocol: 'watch' },
  { id: 2015, title: 'GW600S', tags: ['common'], protocol: 'watch' },
  { id: 2016, title: 'GW900S', tags: ['common'], protocol: 'watch' },
  { id: 2017, title: 'KT01', tags: ['common'], protocol: 'watch' },
  { id: 2018, title: 'KT03', tags: ['common'], protocol: 'watch' },
  { id: 2019, title: 'KT04', tags: ['common'], protocol: 'watch' },
]
