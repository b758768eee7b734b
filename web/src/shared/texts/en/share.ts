/** The page behind a share link. */
export const share = {
  title: 'Shared with you',
  until: (time: string) => `Until ${time}`,
  units: 'Units',
  at: (ago: string) => `Position ${ago}`,
  noPosition: 'No position yet',
  by: (name: string) => `Tracking by ${name}`,
  to: (destination: string) => `To ${destination}`,
  arrives: (time: string, day?: string) => `Arrives ${day ? `on ${day} ` : ''}at ${time}`,
  arrivesAbout: (time: string, day?: string) => `Arrives ${day ? `on ${day} ` : ''}at about ${time}`,
  left: (distance: string, duration: string) => `${distance}, ${duration} left`,
  leftAbout: (distance: string, duration: string) => `About ${distance}, ${duration} left`,
  arrived: 'Arrived',
  broken: 'Connection lost. Reconnecting …',
  over: {
    title: 'This link doesn’t work',
    sentence: 'The link is incomplete, expired or was revoked. Ask the sender for a new one.',
  },
}
