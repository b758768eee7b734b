import { showPage } from '../shared/layout/Page.tsx'
import { SharePage } from './SharePage.tsx'

// The secret stays in the address, so that the page can be reloaded or bookmarked.
showPage(<SharePage secret={window.location.hash.slice(1)} />)
