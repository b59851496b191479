import { AccountForm } from '../../ui/account-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted } from '../../ui/format.ts';
import { notify } from '../../ui/toast.tsx';
import { useView } from '../../ui/view-store.ts';

/** Adds an account. */
export function ConnectionDialog() {
  const close = useView.getState().closeDialog;
  return (
    <Dialog onClose={close} title="Add an account" width={440}>
      <AccountForm
        submitLabel="Check and add"
        onCancel={close}
        onAdded={(name, voices) => {
          notify(`${name} is connected: ${formatCounted(voices, 'voice')}.`);
          close();
        }}
      />
    </Dialog>
  );
}
