/** The parts of the English catalogue. A page loads those it needs. A language has one such list, next to its texts. */

import { refusals } from './refusals.ts'

export const parts = {
  /** What every page loads. */
  pages: async () => (await import('../en.ts')).en,
  console: async () => (await import('./console.ts')).consoleTexts,
  operator: async () => (await import('./console-operator.ts')).operator,
  drivers: async () => (await import('./drivers.ts')).drivers,
  figures: async () => (await import('./console-figures.ts')).figures,
  habits: async () => (await import('./habits.ts')).habits,
  history: async () => (await import('./console-history.ts')).history,
  logbook: async () => (await import('./logbook.ts')).logbook,
  models: async () => (await import('./console-models.ts')).models,
  ownFields: async () => (await import('./own-fields.ts')).ownFields,
  /** In the server's words, so there is nothing to load. */
  refusals: async () => refusals,
  protocolSettings: async () => (await import('./console-protocol.ts')).protocolSettings,
  rules: async () => (await import('./rules.ts')).rules,
  vehicles: async () => (await import('./vehicles.ts')).vehicles,
  settings: async () => (await import('./console-operator-settings.ts')).settingTexts,
}
