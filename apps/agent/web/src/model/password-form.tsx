import { useState, type FormEvent, type ReactNode } from "react";

interface PasswordFormProps {
  readonly onPassword: (password: string) => void;
}

/** Where the password of a document is given. It goes into the request alone: not into the address, and not into storage. */
export function PasswordForm({ onPassword }: PasswordFormProps): ReactNode {
  const [password, setPassword] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") onPassword(password);
  };
  return (
    <form className="password" onSubmit={send}>
      <label>
        <span>Password</span>
        <input
          type="password"
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      <button type="submit" className="primary" disabled={password === ""}>
        Open
      </button>
    </form>
  );
}
