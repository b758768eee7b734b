import { forgetting } from '#kernel/jobs/job.ts'
import { boundLobby } from './actions.ts'

export const lobbyJobs = [{ ...forgetting({ name: 'lobby.bound', everySeconds: 60 }, boundLobby), endsNothing: true }]
