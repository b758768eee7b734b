import { job } from '../jobs/job.ts'
import { boundLobby } from './actions.ts'

export const lobbyJobs = [
  job({ name: 'lobby.bound', everySeconds: 60, endsNothing: true, nextDue: async () => undefined, run: boundLobby }),
]
