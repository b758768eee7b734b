import { call } from '../../api/call.ts'
import { words } from '../../shared/texts/console.ts'
import { NewPassword } from './NewPassword.tsx'

/** The page of an invitation link: the person chooses a password and is signed in. */
export const InvitationPage = ({ token }: { token: string }) => (
  <NewPassword
    title={words.entrance.invitationTitle}
    explain={words.entrance.invitation}
    act={words.entrance.invitationButton}
    stale={words.entrance.invitationStale}
    send={async (password) => {
      await call('postConsoleInvitationsAccept', undefined, { token, password })
      window.location.assign('/console')
    }}
  />
)
