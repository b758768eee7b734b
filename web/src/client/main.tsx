/**
 * One entry for everything a client does; the address says which screen. Secrets are removed from the address bar
 * before anything else.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { setUpCalls } from '../api/call.ts'
import { clientPaths } from '../api/generated-client-paths.ts'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { takeFromAddress } from '../shared/router/addresses.ts'
import { texts } from '../shared/texts/texts.ts'
import { ActivationPage } from './auth/ActivationPage.tsx'
import { ConfirmPage } from './auth/ConfirmPage.tsx'
import { JoinPage } from './auth/JoinPage.tsx'
import { LoginPage } from './auth/LoginPage.tsx'
import { ResetPage } from './auth/ResetPage.tsx'
import { ClientApp } from './ClientApp.tsx'

/** Most people never see these. */
const SignUpPage = lazy(async () => ({ default: (await import('./auth/SignUpPage.tsx')).SignUpPage }))
const ErasurePage = lazy(async () => ({ default: (await import('./auth/ErasurePage.tsx')).ErasurePage }))

setUpCalls({ paths: clientPaths })
// A page refreshes when it opens: meanwhile, other people open share links, pay bills and drive.
const defaults = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, staleTime: 0 } })

function screen() {
  const taken = takeFromAddress('search')
  const of = (name: string) => taken.get(name) ?? ''
  // After `#`, which reaches no server and no log; links in older emails have it before.
  const token = () => {
    // Opening the link in a tab that already shows the page only changes the hash.
    window.addEventListener('hashchange', () => window.location.reload())
    return takeFromAddress('hash').get('token') ?? taken.get('token')
  }
  switch (window.location.pathname) {
    case '/registration/acknowledgment': {
      const link = { clientId: of('client_id'), login: of('login'), loginKey: of('login_key'), email: of('email') }
      return <ActivationPage link={link} />
    }
    case '/registration/confirm':
      return <ConfirmPage words={texts.client.confirm} operation="postClientRegistrationConfirm" token={of('token')} />
    case '/registration/sign-up':
      return <SignUpPage link={{ client_id: of('client_id'), key: of('key') }} />
    case '/erasure':
      return <ErasurePage token={token() ?? ''} />
    case '/email/confirm':
      return <ConfirmPage words={texts.client.emailConfirm} operation="postClientEmailConfirm" token={token() ?? ''} />
    case '/reset':
      return <ResetPage token={token()} />
    case '/join':
      return <JoinPage token={token() ?? ''} />
    case '/login':
      return <LoginPage why={taken.get('why')} />
    default: {
      const serviceKey = new URLSearchParams(window.location.hash.slice(1)).get('service_token')
      if (serviceKey) takeFromAddress('hash')
      return <ClientApp serviceKey={serviceKey} />
    }
  }
}

showPage(
  <QueryClientProvider client={queryClient}>
    <Suspense>{screen()}</Suspense>
  </QueryClientProvider>,
)
