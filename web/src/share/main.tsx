import { showPage } from '../shared/Page.tsx'
import { SharePage } from './SharePage.tsx'

// It stays in the address: whoever reloads the page, or keeps it for later, still has the link.
showPage(<SharePage secret={window.location.hash.slice(1)} />)
