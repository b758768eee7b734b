/** One entry for both consoles; secrets are removed from the address before anything else. */
import './styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { setUpCalls } from '../api/call.ts'
import { noteCall } from '../api/calls.ts'
import { consolePaths } from '../api/generated-console-paths.ts'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { takeFromAddress } from '../shared/router/addresses.ts'
import { ConsoleApp } from './ConsoleApp.tsx'

/** Only needed without a session. */
const InvitationPage = lazy(async () => ({ default: (await import('./auth/InvitationPage.tsx')).InvitationPage }))
const SetUpPage = lazy(async () => ({ default: (await import('./auth/SetUpPage.tsx')).SetUpPage }))
const ResetPage = lazy(async () => ({ default: (await import('./auth/ResetPage.tsx')).ResetPage }))

setUpCalls({ paths: consolePaths, record: noteCall })

const linkIn = (hash: string) => /^#(invitation|reset|setup)\b/.exec(hash)?.[1]

function screen() {
  const link = linkIn(window.location.hash)
  if (link === undefined) return <ConsoleApp />
  const token = takeFromAddress('hash').get(link) ?? ''
  if (link === 'setup') return <SetUpPage token={token} />
  return link === 'invitation' ? <InvitationPage token={token} /> : <ResetPage token={token} />
}

// A link pasted into a tab with an open console changes only the fragment.
window.addEventListener('hashchange', () => {
  if (linkIn(window.location.hash)) window.location.reload()
})

showPage(
  <QueryClientProvider client={queryClient}>
    <Suspense>{screen()}</Suspense>
  </QueryClientProvider>,
)
