/** One entry for both consoles; secrets in the address leave it first of all. */
import './styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { setUpCalls } from '../api/call.ts'
import { noteCall } from '../api/calls.ts'
import { consolePaths } from '../api/generated-console-paths.ts'
import { queryClient } from '../api/queries.ts'
import { takeFromAddress } from '../shared/addresses.ts'
import { showPage } from '../shared/Page.tsx'
import { InvitationPage } from './auth/InvitationPage.tsx'
import { ResetPage } from './auth/ResetPage.tsx'
import { ConsoleApp } from './ConsoleApp.tsx'

setUpCalls({ paths: consolePaths, record: noteCall })

function screen() {
  const link = /^#(invitation|reset)\b/.exec(window.location.hash)?.[1]
  if (link === undefined) return <ConsoleApp />
  const token = takeFromAddress('hash').get(link) ?? ''
  return link === 'invitation' ? <InvitationPage token={token} /> : <ResetPage token={token} />
}

showPage(<QueryClientProvider client={queryClient}>{screen()}</QueryClientProvider>)
