import type { share as en } from '../en/share.ts'

export const share: typeof en = {
  title: 'Mit Ihnen geteilt',
  until: (time) => `Bis ${time}`,
  units: 'Einheiten',
  at: (ago) => `Position ${ago}`,
  noPosition: 'Noch keine Position',
  broken: 'Verbindung verloren. Neuer Versuch …',
  over: {
    title: 'Hier gibt es nichts mehr zu sehen',
    sentence:
      'Der Link ist unvollständig, seine Zeit ist abgelaufen, oder er wurde zurückgezogen. Bitten Sie bei Bedarf um einen neuen.',
  },
}
