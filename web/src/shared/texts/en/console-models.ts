/** A model of the catalogue. Only its own page needs these words, so they are not in the catalogue of the console. */
export const models = {
  title: 'Model',
  missing: 'This model doesn’t exist',
  facts: 'Connection',
  maker: 'Maker',
  noPort: 'none',
  number: 'Number (hw_id)',
  settings: 'Protocol settings',
  reports: 'Can report',
  reportsHint:
    'In addition to time, position and speed. The values that arrive depend on the tracker’s equipment and configuration.',
  noReports: 'Time, position and speed.',
  commands: 'Commands',
  noCommands: 'This protocol has no commands.',
  texts: 'Set-up',
}
