import type {
  ClientLogbook,
  ClientLogbookChange,
  ClientLogbookEntry,
  ClientLogbookMonth,
  ClientLogbookNote,
} from '../../api/generated.ts'

export type Logbook = ClientLogbook
export type Month = ClientLogbookMonth
export type Entry = ClientLogbookEntry
export type Note = ClientLogbookNote
export type Change = ClientLogbookChange
export type Kind = Entry['kind']
export const kinds: readonly Kind[] = ['business', 'commute', 'private']
