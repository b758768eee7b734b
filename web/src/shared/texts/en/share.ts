/** The page that a link to live units opens. */
export const share = {
  title: 'Shared with you',
  until: (time: string) => `Until ${time}`,
  units: 'Units',
  at: (ago: string) => `Position ${ago}`,
  noPosition: 'No position yet',
  broken: 'Connection lost. Trying again …',
  over: {
    title: 'Nothing to see here any more',
    sentence:
      'The link is not complete, its time is over, or whoever sent it has taken it back. Ask for a new one if you need it.',
  },
}
