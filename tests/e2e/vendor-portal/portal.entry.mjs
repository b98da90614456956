import { AdminPortal, initialize } from '@frontegg/admin-portal';

// As a customer of the vendor sets it up, but for the address, which is Tare's own.
const app = initialize({
  contextOptions: { baseUrl: location.origin, clientId: 'tare' },
  basename: '/vendor-portal',
  authOptions: { routes: { authenticatedUrl: '/vendor-portal/' } },
});

// Shown to nobody, the administration stays empty for good: the button waits for somebody.
const button = document.querySelector('#administration');
const look = () => {
  button.disabled = app.loading || !app.store.getState().auth.isAuthenticated;
};
app.store.subscribe(look);
app.addOnLoadedListener(look);
button.addEventListener('click', () => AdminPortal.show());
