/** The page behind a share link. */
export const share = {
  title: 'Shared with you',
  until: (time: string) => `Until ${time}`,
  units: 'Units',
  at: (ago: string) => `Position ${ago}`,
  noPosition: 'No position yet',
  broken: 'Connection lost. Reconnecting …',
  over: {
    title: 'This link doesn’t work',
    sentence: 'The link is incomplete, expired or was revoked. Ask the sender for a new one.',
  },
}
