/** Checks of the installation, and frames that could not be stored. */
import { plural } from './plural.ts'

export const version = {
  newer: (number: string) => `Waymark ${number} is available`,
  current: (number: string) => `This installation runs ${number}. Create a backup before you upgrade.`,
  notes: 'Release notes',
  is: (number: string) => `This is Waymark ${number}.`,
  off: 'To be notified of new versions, enter the address of the releases in the settings.',
  failed: 'Could not check for new versions. Check the address of the releases in the settings.',
  latest: 'It is the latest version.',
}

export const checks = {
  title: 'Checks',
  also: 'doctor diagnosis health problems troubleshooting',
  again: 'Check again',
  intro: 'Each check says what it found and, for a problem, how to fix it.',
  allPassed: (count: number) => `All ${count} checks passed`,
  problems: (count: number) => plural(count, 'check needs attention', 'checks need attention'),
  passed: 'Passed',
  wrong: 'Problem',
  name: (check: string) => check,
  /** The server writes its findings in English. */
  said: (says: string) => says,
  node: 'If there are several nodes, these results are from the one that answered your browser.',
}

export const quarantine = {
  title: 'Quarantine',
  also: 'frames rejected refused poison replay messages',
  things: { all: 'frames', count: (count: number) => plural(count, 'frame', 'frames') },
  empty: {
    title: 'No frames in quarantine',
    text: 'If the database rejects values of a frame, the frame is kept here so that nothing is lost.',
  },
  intro:
    'These frames were acknowledged, but the database rejected their values. Each new version of Waymark tries to store them again automatically.',
  columns: { unit: 'Unit', at: 'Received', reason: 'Reason', size: 'Size', code: 'Code', tried: 'Last tried with' },
  unit: (id: number) => `Unit ${id}`,
  bytes: (count: number) => `${count.toLocaleString('en')} bytes`,
  frame: (id: number) => `Frame ${id}`,
  replay: 'Store',
  replayMany: (count: number) => `Store ${plural(count, 'frame', 'frames')}`,
  discard: 'Discard',
  discardMany: (count: number) => `Discard ${plural(count, 'frame', 'frames')}`,
  ask: {
    title: (count: number) => `Discard ${plural(count, 'frame', 'frames')}?`,
    text: 'Their messages are lost.',
  },
}
